import { fold } from './tokens.ts';

/** Who cannot: the model itself. "The operator is unable to view the vein" refuses nothing. */
const SPEAKER = String.raw`(?:\b(?:i|we|i'm|we're|this model) (?:\w{1,20} ){0,3}|^|[.,!;:] )`;
const UNABLE = String.raw`(?:can't|cannot|can not|unable to|not able to|won't|will not|not allowed to|not permitted to|couldn't|could not)`;
const DOING =
  'see|view|watch|access|open|play|load|process|analyze|analyse|help|assist|comply|interpret|evaluate|fulfill';
/** Ways of saying that the model will not or cannot look; for folded text. */
const REFUSING: readonly RegExp[] = [
  new RegExp(`${SPEAKER}${UNABLE} (?:\\w{1,20} ){0,3}(?:${DOING})\\b`, 'u'),
  new RegExp(
    `(?:${SPEAKER}|(?:message|prompt|request|question|conversation) )(?:don't|do not|didn't|did not|doesn't|does not) ` +
      '(?:\\w{1,20} ){0,2}(?:see|have access|have the ability|receive|include|contain) ' +
      '(?:\\w{1,20} ){0,3}(?:video|videos|clip|image|images|frames|attachment|footage|file)',
    'u',
  ),
  /no (?:video|clip|image|frames|attachment|footage) (?:\w{1,20} ){0,2}(?:attached|provided|included|shared|received|came through)/u,
  new RegExp(`${SPEAKER}${UNABLE} (?:provide|give|offer) (?:\\w{1,20} ){0,2}(?:medical|diagnos)`, 'u'),
  /as an ai (?:\w{1,20} ){0,4}(?:i )?(?:can't|cannot|am not|am unable|don't|do not)/u,
  /kann (?:\S{1,20} ){0,4}(?:video|clip|bild|frage)\w{0,12} (?:\w{1,20} )?(?:nicht|leider)/u,
  /ne (?:peux|suis) pas (?:\S{1,20} ){0,3}(?:voir|aider|visionner|repondre|en mesure|acceder)/u,
  /no puedo (?:\S{1,20} ){0,2}(?:ver|ayudar|acceder|analizar|responder)/u,
  /nao (?:posso|consigo) (?:\S{1,20} ){0,2}(?:ver|ajudar|acessar|assistir)/u,
  /non (?:posso|riesco a) (?:\S{1,20} ){0,2}(?:vedere|aiutare|accedere|visualizzare)/u,
  /не могу (?:\S{1,20} ){0,3}(?:помочь|посмотреть|просмотреть|видеть|открыть|ответить)/u,
  /(?:无法|無法|不能|看不到)(?:.{0,6})(?:视频|視頻|影片|图像|查看|观看|回答|协助|提供)|抱歉/u,
  /(?:動画|映像|画像).{0,8}(?:見ることが|見れ|見られ|視聴|確認)|お答えできません|申し訳/u,
  /볼 수 없|도와드릴 수 없|답변할 수 없|죄송/u,
];

/** Ways of saying that the answer is not known. */
const ABSTAINING: readonly RegExp[] = [
  /(?:don't|do not|didn't|can't|cannot|could not|couldn't) (?:really |quite |actually )?(?:know|tell|say|decide|determine|judge)/u,
  /(?:cannot|can't|can not|could not|couldn't|impossible to|not possible to|unable to|difficult to) (?:be )?(?:\w{1,20} ){0,2}(?:determine|determined|answered|known|told|say|tell|judge|judged|decide|decided|answer|ascertained)/u,
  /(?:not|un)(?: enough| sufficient) (?:\w{1,20} )?(?:information|evidence|detail)|insufficient (?:\w{1,20} )?(?:information|evidence|detail|context)/u,
  /(?:i'm|i am|am) (?:\w{1,20} )?(?:unsure|not sure|uncertain)|^(?:unsure|unknown|uncertain|n\/a|not sure|no idea)\b/u,
  /none of (?:the|these) (?:above|options|answers|choices)|neither option/u,
  /weiss (?:ich |es )?nicht|keine ahnung|nicht (?:zu )?(?:erkennen|bestimm)/u,
  /ne sais pas|impossible de|no lo se|no se puede|non lo so|nao sei|не знаю|невозможно|不知道|不确定|不確定|無法判|无法判|无法确定|無法確定|分かりません|わかりません|모르/u,
];

/**
 * Every repeat above is bounded and joined by a space, so that a search takes time in proportion to the length.
 * What a refusal says stands at a reply's beginning or its end; the middle is not searched.
 */
const SEARCHED = 4000;

/** The words by which a reply refuses, if it does. */
export function refusalIn(text: string): string | undefined {
  return firstMatch(text, REFUSING)?.trim();
}

/** Longer texts are answers, whatever they say besides. */
const LONGEST_REFUSAL = 500;

/** The words by which a free text refuses as a whole, if it does: it is short and says little else. */
export function refusalAsWhole(text: string): string | undefined {
  return text.trim().length > LONGEST_REFUSAL ? undefined : refusalIn(text);
}

/** The words by which a reply says that it does not know, if it does. */
export function abstentionIn(text: string): string | undefined {
  return firstMatch(text, ABSTAINING);
}

function firstMatch(text: string, patterns: readonly RegExp[]): string | undefined {
  const searched = text.length <= 2 * SEARCHED ? text : `${text.slice(0, SEARCHED)}\n${text.slice(-SEARCHED)}`;
  const folded = fold(searched).replace(/\s+/gu, ' ');
  for (const pattern of patterns) {
    const found = pattern.exec(folded)?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}
