import type { Plugin } from 'vite';

/**
 * What the built page may load and whom it may call. Styles may stand in the page, since plots bring their own; scripts come from
 * the site alone. A server can be called by https, or on this computer.
 */
const POLICY: Readonly<Record<string, readonly string[]>> = {
  'default-src': ["'none'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'worker-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'blob:', 'data:'],
  'media-src': ["'self'", 'blob:'],
  'font-src': ["'self'"],
  'manifest-src': ["'self'"],
  'connect-src': [
    "'self'",
    'blob:',
    'data:',
    'https:',
    'wss:',
    ...['http', 'ws'].flatMap((scheme) => [`${scheme}://localhost:*`, `${scheme}://127.0.0.1:*`]),
  ],
  'frame-src': ['https://www.youtube-nocookie.com'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default', 'svelte-trusted-html'],
};

const CHARSET = '<meta charset="utf-8" />';

/** Puts the policy into the built page's head, before anything that loads. The development server needs what it forbids. */
export function securityPolicy(): Plugin {
  return {
    name: 'sonoscore:security-policy',
    apply: 'build',
    transformIndexHtml(html) {
      if (!html.includes(CHARSET)) throw new Error(`index.html holds no ${CHARSET}: the security policy has no place.`);
      const policy = Object.entries(POLICY).map(([directive, sources]) => `${directive} ${sources.join(' ')}`);
      const head = [
        CHARSET,
        `<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}" />`,
        '<meta name="referrer" content="no-referrer" />',
      ];
      return html.replace(CHARSET, head.join('\n    '));
    },
  };
}
