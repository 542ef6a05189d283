export { keepPeopleRuns } from './keep-people-runs.ts';
