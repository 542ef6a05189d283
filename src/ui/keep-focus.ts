const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

interface Held {
  readonly element: HTMLElement;
  /** From its parent up to the page. */
  readonly around: readonly Element[];
  /** What could have the focus beside it, in the page's order. */
  readonly others: readonly Element[];
}

/**
 * Keeps the keyboard's place where what had the focus goes away, or cannot be used for a while: it goes to what took its place, else
 * to what came next, and back to what can be used again. Focus by pointer is left alone: nobody who points looks for it.
 * @param root what is watched; its heading is focused where all of it was replaced
 * @returns ends that
 */
export function keepFocus(root: HTMLElement): () => void {
  let held: Held | undefined;

  function hold({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement) || !target.matches(':focus-visible')) {
      held = undefined;
      return;
    }
    const around: Element[] = [];
    for (let each = target.parentElement; each !== null && each !== root; each = each.parentElement) around.push(each);
    held = { element: target, around, others: [...root.querySelectorAll(FOCUSABLE)] };
  }

  function look(): void {
    const free = document.activeElement === null || document.activeElement === document.body;
    if (held === undefined || !free) return;
    const { element } = held;
    if (element.isConnected) {
      if (!element.matches(':disabled')) element.focus({ preventScroll: true });
      return;
    }
    const next = successor(held) ?? root.querySelector<HTMLElement>('h1[tabindex]');
    held = undefined;
    next?.focus();
  }

  // Whoever puts the focus nowhere, by a click beside everything, is not brought back.
  function release(event: PointerEvent): void {
    if (!(event.target instanceof Element) || event.target.closest(FOCUSABLE) === null) held = undefined;
  }

  const observer = new MutationObserver(look);
  observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  root.addEventListener('focusin', hold);
  document.addEventListener('pointerdown', release);
  return () => {
    observer.disconnect();
    root.removeEventListener('focusin', hold);
    document.removeEventListener('pointerdown', release);
  };
}

function successor({ element, around, others }: Held): HTMLElement | undefined {
  const left = around.filter((each) => each.isConnected);
  // A list that scrolls takes rows out by itself.
  const scroller = left.find((each) => each.matches('[tabindex="0"]'));
  if (scroller !== undefined) return usable(scroller);
  const known = new Set(others);
  for (const each of left) {
    const fresh = [...each.querySelectorAll(FOCUSABLE)].filter((other) => !known.has(other));
    const first = fresh.map(usable).find((other) => other !== undefined);
    if (first !== undefined) return first;
  }
  // All of the page went: it begins at its heading.
  if (left.length === 0) return undefined;
  const at = others.indexOf(element);
  return [...others.slice(at + 1), ...others.slice(0, at).reverse()].map(usable).find((other) => other !== undefined);
}

/** An element that can have the focus now. */
function usable(element: Element): HTMLElement | undefined {
  const isUsable =
    element instanceof HTMLElement && element.isConnected && !element.matches(':disabled') && element.checkVisibility();
  return isUsable ? element : undefined;
}
