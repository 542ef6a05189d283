import type AboutPage from './AboutPage.svelte';
import type AnswerPage from './AnswerPage.svelte';
import type AuditPage from './AuditPage.svelte';
import type ClassPage from './ClassPage.svelte';
import type ComparePage from './ComparePage.svelte';
import type JoinPage from './JoinPage.svelte';
import type OpenPage from './OpenPage.svelte';
import type PresentPage from './PresentPage.svelte';
import type QuestionsPage from './QuestionsPage.svelte';
import type QuizPage from './QuizPage.svelte';
import type ResultsPage from './ResultsPage.svelte';
import type RunPage from './RunPage.svelte';
import type SetupPage from './SetupPage.svelte';
import type SharedPage from './SharedPage.svelte';
import type VideosPage from './VideosPage.svelte';

/** Pages that have been fetched, by the route that shows them. */
export interface LoadedPages {
  readonly setup?: typeof SetupPage;
  readonly videos?: typeof VideosPage;
  readonly run?: typeof RunPage;
  readonly results?: typeof ResultsPage;
  readonly questions?: typeof QuestionsPage;
  readonly audit?: typeof AuditPage;
  readonly compare?: typeof ComparePage;
  readonly about?: typeof AboutPage;
  readonly shared?: typeof SharedPage;
  readonly open?: typeof OpenPage;
  readonly class?: typeof ClassPage;
  readonly present?: typeof PresentPage;
  readonly quiz?: typeof QuizPage;
  readonly answer?: typeof AnswerPage;
  readonly join?: typeof JoinPage;
}

/** Fetches one page. @throws where the network or the server fails */
export async function loadPage(kind: keyof LoadedPages): Promise<LoadedPages> {
  switch (kind) {
    case 'setup':
      return { setup: (await import('./SetupPage.svelte')).default };
    case 'videos':
      return { videos: (await import('./VideosPage.svelte')).default };
    case 'run':
      return { run: (await import('./RunPage.svelte')).default };
    case 'results':
      return { results: (await import('./ResultsPage.svelte')).default };
    case 'questions':
      return { questions: (await import('./QuestionsPage.svelte')).default };
    case 'audit':
      return { audit: (await import('./AuditPage.svelte')).default };
    case 'compare':
      return { compare: (await import('./ComparePage.svelte')).default };
    case 'shared':
      return { shared: (await import('./SharedPage.svelte')).default };
    case 'open':
      return { open: (await import('./OpenPage.svelte')).default };
    case 'class':
      return { class: (await import('./ClassPage.svelte')).default };
    case 'present':
      return { present: (await import('./PresentPage.svelte')).default };
    case 'quiz':
      return { quiz: (await import('./QuizPage.svelte')).default };
    case 'answer':
      return { answer: (await import('./AnswerPage.svelte')).default };
    case 'join':
      return { join: (await import('./JoinPage.svelte')).default };
    case 'about':
      return { about: (await import('./AboutPage.svelte')).default };
  }
}
