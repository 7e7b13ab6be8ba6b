/**
 * A row as the database gives it, of what goes out as JSON: the named times are still dates.
 * @example WithDates<DeskRefund, 'requested_at' | 'due_by'>
 */
export type WithDates<Wire, Times extends keyof Wire> = {
  [key in keyof Wire]: key extends Times ? Date | Extract<Wire[key], null> : Wire[key]
}
