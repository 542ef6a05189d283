/** Whether a key that was pressed is the page's: nothing that types, chooses or is pressed has the focus. */
export function isFreeKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return false;
  const { target } = event;
  return !(target instanceof Element) || target.closest('button, input, select, textarea, summary') === null;
}
