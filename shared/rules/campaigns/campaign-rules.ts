import type { CampaignRules } from '../../contracts/campaigns/campaign-rules.contract.ts'
import { type Cap, type Hours, lawfulHours, defaultHours } from './sending-times.ts'

const day = 24 * 3_600_000

export const defaultRules: CampaignRules = {
  ...{ from: defaultHours.from, until: defaultHours.to },
  ...{ promotion_per_day: 1, promotion_per_month: 4, care_per_day: 1 },
  ...{ label: true, sender: '', ask_when: 'never', ask_in_chat: false, money_per_month: null },
}

/** @returns the wrong one, undefined if allowed. The lawful hours apply in any case. */
export function hoursRefused({ from, until }: Pick<CampaignRules, 'from' | 'until'>): 'from' | 'until' | undefined {
  if (from < lawfulHours.from) return 'from'
  return from >= until || until > lawfulHours.to ? 'until' : undefined
}

export function limitsOf(rules: CampaignRules): { hours: Hours; caps: { promotion: Cap[]; care: Cap[] } } {
  return {
    hours: { from: rules.from, to: rules.until },
    caps: {
      promotion: [
        { max: rules.promotion_per_day, within: day },
        { max: rules.promotion_per_month, within: 30 * day },
      ],
      care: [{ max: rules.care_per_day, within: day }],
    },
  }
}

export type Promised = { max_messages: number; in_days: number }

export function capOf({ max_messages: max, in_days: days }: Promised): Cap {
  return { max, within: days * day }
}
