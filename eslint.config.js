import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

import svelteConfig from './svelte.config.js';

const ADAPTERS = ['benchmark', 'media', 'providers', 'storage', 'share', 'platform', 'rooms'];

/** Who may import whom, as CONTRIBUTING and the design say: `target` may not reach into `from`, `except` aside. */
const zones = [
  { target: './src/domain', from: './src', except: ['./domain'], message: 'domain imports only itself.' },
  { target: './src/app', from: './src', except: ['./app', './domain'], message: 'app imports app and domain.' },
  ...ADAPTERS.map((name) => ({
    target: `./src/${name}`,
    from: './src',
    except: [`./${name}`, './domain', './app'],
    message: `${name} imports domain and the port types of app.`,
  })),
  {
    target: './src/ui/state',
    from: './src',
    except: ['./ui/state', './app', './domain', './language'],
    message: 'ui/state imports app and domain.',
  },
  { target: './src/ui', from: ADAPTERS.map((name) => `./src/${name}`), message: 'ui never imports an adapter.' },
  { target: './src', from: './worker', message: 'worker shares nothing with src.' },
  { target: './worker', from: './src', message: 'worker shares nothing with src.' },
];

export default ts.config(
  { ignores: ['dist/**', 'dist-*/**', 'artefacts/**', 'node_modules/**', 'public/**', 'tests/fixtures/**/*.js'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
    },
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [
        createTypeScriptImportResolver({
          project: ['tsconfig.json', 'tests/tsconfig.json', 'scripts/tsconfig.json', 'worker/tsconfig.json'],
        }),
      ],
    },
    rules: {
      // TypeScript's own job, and it knows types where this rule does not.
      'no-undef': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/no-dynamic-delete': 'off',
      eqeqeq: 'error',
      'import-x/no-restricted-paths': ['error', { zones }],
      'import-x/no-cycle': ['error', { maxDepth: 8 }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { extraFileExtensions: ['.svelte'], parser: ts.parser, svelteConfig } },
    rules: {
      'svelte/no-navigation-without-resolve': 'off',
      // State holds Sets and Maps that are never changed but replaced, in $state.raw.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    // A folder with an index.ts is entered only through it.
    files: ['src/**/*.{ts,svelte}', 'tests/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '(^|/)domain/(?:[a-z-]+)/(?!index\\.ts$).+',
              message: 'Enter a domain folder through its index.ts.',
            },
            {
              regex: `\\.\\./(?:src/)?(?:${ADAPTERS.join('|')}|app)/(?!index\\.ts$)[a-z-]+\\.ts$`,
              message: 'Enter this folder through its index.ts.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['tests/**'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
);
