import type { GreetingRule } from '#shared/contracts/channels/greetings.contract.ts'

export type Greeting = GreetingRule & { id: string; shown: number; opened: number }
