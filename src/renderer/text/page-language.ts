import { type Language, languageNamed, locales } from '../../shared/values/language.ts';

/** The language that main wrote into the page, for as long as the page is loaded; English outside of a page. */
export const language: Language = languageNamed(globalThis.document?.documentElement.lang);

/** The tag that its numbers, dates and plurals follow. */
export const locale = locales[language];
