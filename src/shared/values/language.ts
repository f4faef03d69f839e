/** The languages that the station speaks. */
export const languages = ['en', 'ar', 'de'] as const;
export type Language = (typeof languages)[number];

/** The BCP 47 tag that numbers, dates and plurals follow. All of them write the digits 0 to 9, as codes do. */
export const locales: Readonly<Record<Language, string>> = { en: 'en-GB', ar: 'ar-AE', de: 'de-DE' };

/** The direction in which its texts are written and its screens laid out. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

/** The language of that name, or English. */
export const languageNamed = (name: unknown): Language => languages.find((one) => one === name) ?? 'en';
