/** Distances offered, in metres; 0.7 is an arm's length. */
const offered = [0.5, 0.7, 1, 1.25, 1.5, 2];

/** The distances to choose from, with the present one among them. */
export function distanceChoices(present: number): { value: string; label: string }[] {
  const distances = [...new Set([...offered, present])].sort((one, other) => one - other);
  return distances.map((distance) => ({ value: String(distance), label: `${distance} m` }));
}
