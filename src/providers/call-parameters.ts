/**
 * A Run's parameters as the providers read them. Names with a meaning here are taken out by the provider; every other one goes
 * into the request body under its own name, and a dotted name into an object: `chat_template_kwargs.enable_thinking`.
 */
export type CallParameters = Readonly<Record<string, string | number | boolean>>;

export interface JsonObject {
  [name: string]: unknown;
}

export function numberParameter(parameters: CallParameters, name: string): number | undefined {
  const value = parameters[name];
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

export function textParameter(parameters: CallParameters, name: string): string | undefined {
  const value = parameters[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function flagParameter(parameters: CallParameters, name: string): boolean | undefined {
  const value = parameters[name];
  if (value === 'true') return true;
  return value === 'false' ? false : typeof value === 'boolean' ? value : undefined;
}

/** Milliseconds by the parameter `timeout_seconds`. Default: ten minutes, since thinking models are slow. */
export function timeoutMsOf(parameters: CallParameters, defaultSeconds = 600): number {
  const seconds = numberParameter(parameters, 'timeout_seconds');
  return 1000 * (seconds !== undefined && seconds > 0 ? seconds : defaultSeconds);
}

/** The parameters but `own` (and `timeout_seconds`), dotted names made into objects. */
export function bodyParameters(parameters: CallParameters, own: readonly string[]): JsonObject {
  const body: JsonObject = {};
  for (const [name, value] of Object.entries(parameters)) {
    if (name === 'timeout_seconds' || own.includes(name) || value === '') continue;
    setPath(body, name.split('.'), value);
  }
  return body;
}

function setPath(target: JsonObject, [head = '', ...rest]: readonly string[], value: unknown): void {
  // A name that reaches the prototype is no parameter of any server.
  if (head === '' || head === '__proto__') return;
  if (rest.length === 0) {
    target[head] = value;
    return;
  }
  const inner = target[head];
  const next: JsonObject = isObject(inner) ? inner : {};
  target[head] = next;
  setPath(next, rest, value);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
