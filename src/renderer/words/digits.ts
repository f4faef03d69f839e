/** Digits in threes, parted by a narrow space that does not break: "9 804". */
export const inThrees = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, '\u202F');
