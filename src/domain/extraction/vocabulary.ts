import { fold } from './tokens.ts';

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/u).filter(Boolean).map(fold));
}

/** English nouns that name an answer; they need a colon or a verb before the letter. */
export const ENGLISH_NOUNS = words(`answer finalanswer correctanswer answerletter option choice selection prediction
  solution conclusion verdict response selected predicted
  label letter output result ans`);

/** The same in other languages, where the letter often follows without a verb. */
export const OTHER_NOUNS =
  words(`antwort lösung réponse respuesta risposta resposta antwoord svar svaret odpowiedź odpověď
  odpoveď ответ відповідь отговор cevap cevabı yanıt الإجابة الاجابة الجواب إجابة جواب پاسخ תשובה התשובה उत्तर जवाब উত্তর đáp câu jawaban
  jawabannya jawapan απάντηση vastaus válasz răspuns răspunsul одговор odgovor jibu sagot vastus atbilde resposta-final`);

/** Verbs that join an answer's noun to its letter. */
export const JOINING = words('is are be being equals remains');

/** Words that make a saying less than a commitment, where a firmer one is found. */
export const HEDGES =
  words(`would might may could seems seem appears appear was were if initially tempting considered perhaps
  students people some others typically usually wäre serait sería sarebbe seria`);

/** Words that may stand between a noun and its letter. */
export const FILLERS =
  words(`the this that these of my our your final to a o e la le el il de het der die das den en an it it's as
  by here above below most best more correct right appropriate accurate suitable likely probably possibly clearly definitely
  certainly indeed therefore thus hence so simply obviously option choice letter answer one follows given should must has have
  number text value single chosen selected only
  ist lautet richtige korrekte richtig korrekt buchstabe antwort wohl also somit hier mögliche
  est bonne correcte exacte juste lettre réponse donc c'est sera l'option l'opzione l'alternativa l'opció
  es correcta correcto opción letra respuesta la entonces
  è corretta giusta opzione lettera risposta quindi
  é correta certa opção alternativa portanto
  juiste goede optie letter
  är rätt er rett riktige riktig riktigt det korrekta alternativ
  to prawidłowa poprawna opcja litera jest je správná správna možnost
  правильный верный вариант это правильна вірна правильний под буквой буква
  doğru seçenek şıkkı
  هي هو الصحيحة الصحيح الخيار الصحيحه گزینه صحیح است היא הנכונה הוא
  सही है विकल्प সঠিক হল
  án đúng là trả lời adalah yang benar tepat betul ialah
  είναι η σωστή on oikea helyes a corect este corectă este`);

export const NEGATIONS =
  words(`not isn't aren't wasn't never cannot can't don't doesn't didn't wouldn't shouldn't won't nor neither without
  excluding except unlike nicht kein keine pas non não nao niet geen inte ikke nie не değil ليس ليست لا नहीं không bukan tidak δεν
  ei nem nu`);

/** Words after a negation that turn to what is meant. */
export const TURNS = words('but rather instead sondern mais sino ma mas maar utan а но');

export const CHOOSING =
  words(`choose chose choosing pick picked picking select selecting go going opt opting settle settling
  wähle choisis elijo scelgo escolho kies väljer velger vælger wybieram выбираю seçiyorum seçerim`);

/** Choosing that leaves room for doubt. */
export const GUESSING = words(
  'guess guessing think believe say lean leaning suspect tippe vermute glaube pense creo penso acho',
);

export const CHOOSERS = words("я i i'd i'll i'm i've we we'd we'll ich je nous yo io eu ik jag jeg let's");

/** Words between a verb of choosing and its letter. */
export const CHOOSING_FILLERS = words(
  "with for on toward towards option choice answer letter the it is it's would be my that für auf la le el die",
);

export const CONCLUDING =
  words(`so therefore thus hence finally conclusion it's must should that's c'est donc also somit daher folglich
  entonces quindi portanto dus alltså
  likely probably definitely clearly certainly leaves corresponds`);

/** Words that take back what was said before: what follows is as firm as an answer. */
export const CORRECTING = words(
  'correction actually amended amendment meant revised sorry scratch korrektur correctif corrección rather instead',
);

export const CONCLUDING_FILLERS = words(
  "the answer option choice it is it's must be should correct that letter to i say with wait no",
);

/** Words that judge an option to be the one. */
export const RIGHT = words(
  'correct right accurate true best richtig korrekt correcte correcta corretta correta juist rätt верно правильно',
);
export const WRONG =
  words(`incorrect wrong false inaccurate incorrectly falsch incorrecte incorrecta sbagliata incorreta onjuist fel неверно
  неправильно`);

/** Words after a judgement that leave it one. */
export const JUDGED_NOUNS = words(`option choice because since as here description statement explanation interpretation
  match one`);

/** Verbs by which an option is said to fit. */
export const FITTING = words('best most fits matches remains');

/** What may follow a capital A that is a letter, not an article; and any other letter. */
export const CONTINUING =
  words(`because since as is was are would with which for and or but given based due that where while matches fits
  describes best most correctly seems appears not denn weil da ist parce car est porque es perché è pois é omdat für
  потому так çünkü है in`);

/** Nouns that make a lone capital part of a term: B mode, A lines, C plane. */
export const TERMS =
  words(`mode line lines wave waves scan scans flow pattern patterns profile profiles plane sign signs section
  sections probe image images artifact artifacts artefact artefacts shape shaped point points velocity peak ratio`);
