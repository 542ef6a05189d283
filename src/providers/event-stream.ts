/**
 * The `data` of each server-sent event, parsed as JSON; `[DONE]` and events that are no JSON are left out.
 * Rule: WHATWG HTML, "server-sent events": lines end in LF, CR or CRLF, an event ends at an empty line, an event cut off at
 * the end of the stream is dropped.
 */
export function parseEventStream(text: string): readonly unknown[] {
  const events: unknown[] = [];
  let data: string[] = [];
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    if (line.startsWith('data:')) {
      data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
    } else if (line === '') {
      pushParsed(events, data.join('\n'));
      data = [];
    }
  }
  return events;
}

function pushParsed(events: unknown[], text: string): void {
  if (text === '' || text === '[DONE]') return;
  try {
    const json: unknown = JSON.parse(text);
    events.push(json);
  } catch {
    // A comment or keep-alive of some proxy; the reply's own end mark tells whether anything is missing.
  }
}
