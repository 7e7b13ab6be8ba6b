/** An hour of the night. `unanswered`: questions that the bot did not know. */
export type NightHour = { at: string; answered: number; handed_over: number; unanswered: number }

/** `GET /api/v1/brief`: what Operations begins with. Hours and days are the workspace's own. */
export type Brief = {
  /** The last night from 21:00 to 7:00, or the one that goes on now. */
  night: { from: string; to: string; running: boolean; hours: NightHour[] }
  /** When the first customer wrote or was answered; null: nobody has. */
  began: string | null
  /** Since midnight. */
  today: { conversations: number; answered: number; handed_over: number; unanswered: number }
  /** Seven days, today among them. `resolution`: 0 to 1. */
  week: {
    answered: number
    resolution: number | null
    response_median_ms: number | null
    handed_over: number
    unanswered: number
  }
  /** What the bot is still to learn, and the questions asked last. */
  questions: { open: number; latest: string[] }
  /** Pairs of sources that say different things, and new versions that wait for somebody's decision. */
  disagreements: number
  waiting_sources: number
  /** Messages of the plan in the period that runs; null: none runs. */
  messages: { used: number; limit: number | null; end: string | null } | null
}
