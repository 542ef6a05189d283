/** What a parameter is called that may hold a secret; the key of a cache is none. */
const SECRET_NAME = /(?:^|[-_.])(?:api[-_]?key|(?<!cache[-_])key|authorization|token|secret|password|passwd|bearer)$/i;
/** How the keys of the usual services begin. */
const SECRET_VALUE = /^(?:bearer\s|sk-|pk-|hf_|gsk_|AIza|xai-)/i;
/** A key alone, which no model's name looks like. */
const WHOLE_KEY = /^(?:sk-|pk-|hf_|gsk_|AIza|xai-)[\w-]{16,}$/;

/** The name of a parameter that holds a key by its name or its value; undefined where none does. */
export function secretParameter(parameters: Readonly<Record<string, string | number | boolean>>): string | undefined {
  return Object.entries(parameters).find(
    ([name, value]) => SECRET_NAME.test(name) || (typeof value === 'string' && SECRET_VALUE.test(value)),
  )?.[0];
}

/** Whether a text is nothing but a service's key, by how such keys begin and how long they are. */
export function isWholeKey(text: string): boolean {
  return WHOLE_KEY.test(text.trim());
}
