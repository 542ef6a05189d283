/**
 * Parts a reply from the thinking that servers without a reasoning parser leave inside it: `<think>...</think>` at the start,
 * or text up to a lone `</think>` where the chat template itself had opened the block.
 */
export function splitThinking(content: string): { readonly text: string; readonly thinking: string | undefined } {
  const end = content.lastIndexOf('</think>');
  const opened = /^\s*<think>/.exec(content);
  if (end >= 0) {
    const thinking = content.slice(opened?.[0].length ?? 0, end).trim();
    return { text: content.slice(end + '</think>'.length).trim(), thinking: thinking === '' ? undefined : thinking };
  }
  // Cut off while it still thought: nothing of it is an answer.
  if (opened !== null) return { text: '', thinking: content.slice(opened[0].length).trim() };
  return { text: content, thinking: undefined };
}
