// `npm run bench -- weight`: what the built site weighs.
import { weighSite } from '../../scripts/site-weight.mjs';

const weight = Object.entries(await weighSite()).map(([name, value]) => [
  // Names of files hold a digest, which says nothing here.
  name,
  typeof value === 'number' ? Math.round(value * 10) / 10 : value.replace(/-[\w-]{8}(?=\.\w+$)/, ''),
]);
console.log(JSON.stringify({ bench: 'weight', ...Object.fromEntries(weight) }));
