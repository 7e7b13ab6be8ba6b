export type WithDates<Wire, Times extends keyof Wire> = {
  [key in keyof Wire]: key extends Times ? Date | Extract<Wire[key], null> : Wire[key]
}
