import { defaultSettings } from '#shared/contracts/bot/bot-settings.contract.ts'
import { cleanText } from '#shared/rules/text/fold.ts'
import { botTexts } from '#shared/texts/bot/bot-texts.ts'
import type { Answer, Asked } from '../messages/asked-answer.ts'
import { checkReply, finalConfidence, isWordedByModel, type ModelReply } from '../checks/check-reply.ts'
import { offLimits, customReply, withClosed } from '../settings/owner-rules.ts'
import type { Prompt } from './prompt.ts'
import { leftLines, leftOpen, splitQuestions } from '../understanding/split-questions.ts'

/** The search was right in 97 of 100 above this, so it wins over a model that would say nothing. */
const surely = 0.95
/** On shops that nothing was fitted to, most replies below this were wrong and nearly all above it right. */
const modelThreshold = 0.85
/** Models round their estimates: a stricter threshold silences good replies. */
const strictestThreshold = 0.95

export type NotGiven = { why: string; detail?: string }

/** The owner's rules apply to model replies as to quotes. */
export function judgeReply(
  { asked, embedded, shop }: { asked: Asked; embedded: Answer; shop: string },
  written: ModelReply,
  prompt: Prompt,
  domains: string[],
  again = false,
): Answer | NotGiven {
  const { language } = embedded
  const reply = { ...written, reply: prompt.restore(written.reply) }
  const earlier = (asked.history ?? []).filter(({ role }) => role === 'customer').map(turn => cleanText(turn.text))
  const checked = checkReply(reply, { prompt, language, text: cleanText(asked.text), earlier, shop, domains })
  if ('wrong' in checked) return { why: checked.wrong, ...(checked.detail !== undefined && { detail: checked.detail }) }
  const settings = { ...defaultSettings, ...asked.settings }
  const closed = asked.closed ?? null
  const confidence = Math.round(finalConfidence(reply.confidence, true, again) * 1000) / 1000
  const threshold = Math.min(asked.threshold ?? settings.threshold ?? modelThreshold, strictestThreshold)
  if (isWordedByModel(reply.act) && confidence >= threshold) {
    if (offLimits(checked.reply, language, settings, closed)) return { why: 'forbidden subject' }
    const left = reply.act === 'answer' ? leftOpen(splitQuestions(cleanText(asked.text)), reply.unanswered) : []
    const rest = leftLines(left, botTexts(language, settings.tone), settings.hand_over_unsure)
    return {
      ...embedded,
      act: reply.act,
      path: 'provider',
      confidence,
      ...checked,
      reply: [checked.reply, ...rest].join('\n'),
      left,
      choices: reply.act === 'clarify' ? namedIn(checked.reply, embedded.choices) : [],
    }
  }
  // A model that read everything is the better judge.
  if (!prompt.isWhole && embedded.act === 'answer' && embedded.confidence >= surely) return { why: 'search is sure' }
  // These acts are worded by us, and replies the model itself doubts go to a person.
  const act = isWordedByModel(reply.act) ? 'abstain' : reply.act
  const texts = botTexts(language, settings.tone)
  const unknown = settings.hand_over_unsure ? withClosed(texts.abstain, texts, closed) : texts.abstainAlone
  const replies = {
    abstain: customReply(settings, 'fallback', language) ?? unknown,
    handoff: withClosed(texts.handoff, texts, closed),
    refuse: texts.refuse,
  }
  const left = act === 'abstain' ? embedded.left : []
  return { ...embedded, act, path: 'provider', reply: replies[act], citations: [], left, choices: [] }
}

function namedIn(reply: string, choices: string[]): string[] {
  const named = choices.filter(choice => reply.includes(choice))
  return named.length > 1 ? named : []
}
