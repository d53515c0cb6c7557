/** Dates as people write them. They are days of UTC, as the server counts them. */

const language = document.documentElement.lang === 'en' ? 'en-GB' : document.documentElement.lang;

/** @type {Record<'long'|'short'|'month', Intl.DateTimeFormatOptions>} */
const FORMS = {
  long: { dateStyle: 'long' },
  short: { day: 'numeric', month: 'short' },
  month: { month: 'long', year: 'numeric' },
};

/**
 * @param {string} date  such as 2026-11-17
 * @param {'long'|'short'|'month'} form
 */
export function dayText(date, form = 'long') {
  const day = new Date(`${date}T00:00:00Z`);
  return new Intl.DateTimeFormat(language, { ...FORMS[form], timeZone: 'UTC' }).format(day);
}

/** The names of the days of a week, from Monday on. */
export function weekdays() {
  const form = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  const full = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  return [1, 2, 3, 4, 5, 6, 7].map((day) => {
    const date = new Date(Date.UTC(2024, 0, day)); // the first was a Monday
    return { short: form.format(date), long: full.format(date) };
  });
}
