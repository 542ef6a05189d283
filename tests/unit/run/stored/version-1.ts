/** Records as version 1 stored them, word for word. Never changed: what a browser holds does not change either. */
export const BARE_RUN: unknown = JSON.parse(`{
  "formatVersion": 1, "id": "run-a", "createdAt": "2025-03-01T08:00:00.000Z",
  "benchmark": { "name": "A benchmark", "digest": "ab" },
  "config": {
    "model": { "kind": "baseline", "baseline": "always-A" },
    "protocol": { "id": "sonoscore", "version": "1" },
    "condition": "options-only", "optionOrder": "as-printed", "kinds": ["multiple-choice"],
    "seed": 1, "epochs": 1
  },
  "questionIds": ["mcq/knee/1"], "status": { "kind": "finished" }
}`);

export const FULL_RUN: unknown = JSON.parse(`{
  "formatVersion": 1, "id": "run-b", "createdAt": "2025-03-02T08:00:00.000Z",
  "benchmark": { "name": "A benchmark", "digest": "ab" },
  "config": {
    "model": {
      "kind": "provider", "provider": "openai-compatible", "baseUrl": "http://127.0.0.1:8000/v1", "modelId": "m",
      "parameters": { "temperature": 0, "stream": true, "level": "low" }
    },
    "protocol": { "id": "reference", "version": "1" },
    "condition": "video", "optionOrder": "circular", "kinds": ["multiple-choice", "free-response"],
    "limit": 20, "seed": 7, "epochs": 4, "sourceKeys": ["knee.mp4"], "evenOptions": true, "clipEngine": "ffmpeg",
    "judge": {
      "model": { "kind": "provider", "provider": "gemini", "baseUrl": "https://g.test", "modelId": "j", "parameters": {} },
      "protocol": { "id": "reference", "version": "1" }, "strict": true
    },
    "freshAnswers": true
  },
  "questionIds": ["mcq/knee/1", "free/knee/1"],
  "status": { "kind": "paused", "reason": "The key was refused." },
  "queue": { "id": "queue-a", "place": 1 },
  "deletedAt": "2025-03-02T09:00:00.000Z"
}`);

export const BARE_ATTEMPT: unknown = JSON.parse(`{
  "formatVersion": 1, "runId": "run-a", "questionId": "mcq/knee/1", "epoch": 0,
  "state": { "kind": "queued" }, "optionOrder": [0, 1, 2, 3], "updatedAt": "2025-03-01T08:00:00.000Z"
}`);

/** As left in the midst of a wait. */
export const WAITING_ATTEMPT: unknown = JSON.parse(`{
  "formatVersion": 1, "runId": "run-b", "questionId": "mcq/knee/1", "epoch": 3,
  "state": { "kind": "waiting", "untilMs": 1740902400000, "reason": "Slower, please.", "cause": "rate-limited" },
  "optionOrder": [3, 0, 1, 2], "prompt": "Which?", "updatedAt": "2025-03-02T08:00:00.000Z"
}`);

export const FULL_ATTEMPT: unknown = JSON.parse(`{
  "formatVersion": 1, "runId": "run-b", "questionId": "free/knee/1", "epoch": 1,
  "state": { "kind": "done", "outcome": "correct" }, "optionOrder": [], "prompt": "Why?",
  "clip": {
    "engine": "ffmpeg", "engineVersion": "7", "arguments": ["-i", "in"], "startSeconds": 1.5, "durationSeconds": 2,
    "frameCount": 60, "widthPixels": 640, "heightPixels": 360, "byteCount": 1000, "sha256": "cd", "notes": ["cut short"]
  },
  "reply": {
    "text": "It gives way.", "thinking": "Hm.", "finishReason": "stop", "rawFinishReason": "STOP",
    "usage": { "inputTokens": 10, "outputTokens": 5, "thinkingTokens": 2, "cachedTokens": 0 },
    "modelVersion": "m-1", "latencyMs": 812.5, "notes": ["sent every 2nd frame"]
  },
  "prediction": { "kind": "text", "text": "It gives way." },
  "verdict": {
    "score": 1, "errorType": "wrong_conclusion", "explanation": "Half.", "raw": "{}",
    "judge": { "provider": "gemini", "modelId": "j", "protocol": { "id": "reference", "version": "1" } }
  },
  "judgeUsage": { "inputTokens": 300, "outputTokens": 20, "thinkingTokens": 0, "cachedTokens": 0 },
  "override": { "score": 2, "errorType": "none", "note": "Right enough.", "at": "2025-03-03T08:00:00.000Z" },
  "failure": { "kind": "server", "retryable": true, "waitMs": 1000, "message": "It broke." },
  "reused": true, "updatedAt": "2025-03-02T08:00:10.000Z"
}`);
