import type { GreetingRule } from '#shared/contracts/channels/greetings.contract.ts'

/** A greeting as the list of them shows it: with how often it was shown and opened. */
export type Greeting = GreetingRule & { id: string; shown: number; opened: number }
