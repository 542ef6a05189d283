import { formatRoute, parseRoute, type Route } from './route.ts';

/** The page that the address names. Follows Back, Forward and typed addresses. */
export class Router {
  #hash = $state(location.hash);
  readonly route: Route = $derived(parseRoute(this.#hash));

  /** Listens to the address until the returned function is called. */
  listen(): () => void {
    const follow = (): void => {
      this.#hash = location.hash;
    };
    follow();
    addEventListener('hashchange', follow);
    return () => {
      removeEventListener('hashchange', follow);
    };
  }

  /** Goes to a page as a link would: Back returns. */
  go(route: Route): void {
    location.hash = formatRoute(route);
    this.#hash = location.hash;
  }

  /** Goes to a page in place of this one, so that Back does not return here. */
  replace(route: Route): void {
    history.replaceState(history.state, '', formatRoute(route));
    this.#hash = location.hash;
  }
}
