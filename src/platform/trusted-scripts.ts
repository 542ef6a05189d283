interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): unknown;
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes;
  }
}

/**
 * Workers and the service worker are started by address, which the page's security policy lets pass only through this rule: what
 * lies on the site itself. Call it before anything starts a worker; does nothing where the browser knows no trusted types.
 */
export function trustOwnScripts(): void {
  window.trustedTypes?.createPolicy('default', {
    createScriptURL(address) {
      if (new URL(address, document.baseURI).origin === location.origin) return address;
      throw new TypeError(`Scripts are loaded from this site only, not from ${address}.`);
    },
  });
}
