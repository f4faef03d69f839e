/** True for a day of the calendar as YYYY-MM-DD, without a time and a time zone. */
export function isPlainDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  // A day that its month does not have is moved into the next month.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
