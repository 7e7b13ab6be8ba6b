import type { OperatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { isCustomPlan, type PlanCode } from '#shared/words.ts'
import { planNames } from '#web/parts/workspace/plan-prices.ts'

const states = ['trialing', 'active', 'past_due', 'expired', 'ended'] as const

/** Name and state of a plan. The trial is both while it runs: said once. */
export function planLabel(texts: OperatorTexts, plan: PlanCode, status: string | null, customName?: string): string {
  const state = states.find(one => one === status)
  const own = isCustomPlan(plan) ? texts.customPlan : planNames[plan]
  const name = plan === 'trial' ? texts.trialPlan : (customName ?? own ?? plan)
  return [name, state && !(plan === 'trial' && state === 'trialing') && texts[state]].filter(Boolean).join(', ')
}
