/** Files laid out like the authors' scripts, in words of this project's own: traps of Python's literals included. */

export const inferenceScript = String.raw`#!/usr/bin/env python3
"""
Usage
    SYSTEM_PROMPT_VIDEO = """ + '''not this one''' + r"""

SYSTEM_PROMPT_VIDEO = "nor this one, it stands inside a string"
"""
import os  # SYSTEM_PROMPT_VIDEO = """nor this: it's a comment"""

LABELS = {"quote": "it's \" odd", 'other': 'say "so"', "pattern": r'^\s*"?([A-D])\b'}

SYSTEM_PROMPT_VIDEO = """Look at the clip.

- First line with a tab:\there
- A "quoted" word, a brace {kept} and an accent: \u00e9
    - indented
Done."""


SYSTEM_PROMPT_FRAMES = """Look at the frames.\
 This goes on."""


class Backend:
    def ask(self, question: str) -> str:
        print(f"asked {question!r} at {self.rate:.2f}")
        print(f"{question}")
        return SYSTEM_PROMPT_VIDEO

    def send(self, frames_b64, question):
        content.append({
            "type": "text",
            "text": (f"Here are {len(frames_b64)} stills "
                     f"in order.\n\n{question}"),
        })
`;

const checkScript = `
class Check:
    def describe(self) -> str:
        return """Another function's text."""

    def create_system_prompt(self) -> str:
        """Says what to do; its own words are no prompt."""
        if self.short:
            return build("x")
        return """Nothing is shown.

Guess well.
"""

    def later(self):
        return """Too late."""
`;

const evaluationScript = `
class Judge:
    def judge(self, question, ground_truth, prediction):
        """
        Returns {"score": int}
        """
        strict_note = """

NOTE:
- Be strict.
""".strip()

        system_prompt = """You grade.

    Scale:
    2 - right
    {"score": 0, "why": "none"}
        """

        if self.strict:
            system_prompt = system_prompt + "\\n\\n" + strict_note

        user_message = f"""
Asked: {question}

Right: {ground_truth}

Said: {prediction} {{not a gap}}
"""
`;

export const referenceFiles = [
  { path: 'repo/inference_qa_youtube.py', text: inferenceScript },
  { path: 'repo/inference_qa_check.py', text: checkScript },
  { path: 'repo/evaluate_results.py', text: evaluationScript },
] as const;
