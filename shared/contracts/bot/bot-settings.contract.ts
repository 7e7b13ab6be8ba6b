import { z } from 'zod'
import { minContrast, whiteContrast } from '../../rules/website/ink-on.ts'
import { confirm } from './gate.contract.ts'

export const tones = ['formal', 'warm', 'brief'] as const
export type Tone = (typeof tones)[number]

export const maxStarters = 4
export const maxStarterLength = 60

const spoken = z.string().trim().min(1).max(600).nullable()
const phrase = z.string().trim().min(1).max(80)
const phrases = z.array(phrase).max(50)
const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
const day = z.object({ open: time, close: time }).refine(({ open, close }) => open !== close)

/** `null` means the product's default. */
export const botSettings = z.object({
  name: z.string().trim().min(1).max(40),
  /** key in the bucket 'avatars'; null: the lotus */
  avatar: z
    .string()
    .regex(/^[0-9a-f-]{36}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    .nullable(),
  tone: z.enum(tones),
  language_policy: z.enum(['customer', 'vi', 'en']),
  greeting: spoken,
  greeting_en: spoken,
  fallback: spoken,
  fallback_en: spoken,
  /** says that it is a bot, on Messenger and Zalo */
  introduces: z.boolean(),
  /** milliseconds; null: 800 on websites, 3,000 elsewhere */
  reply_delay_ms: z.number().int().min(0).max(10_000).nullable(),
  /** asks for patience after this long without a reply; 0: never */
  patience_seconds: z.number().int().min(0).max(3600),
  /** minimum confidence; null: the calibrated one */
  threshold: z.number().min(0).max(1).nullable(),
  hand_over_pauses: z.boolean(),
  hand_over_unsure: z.boolean(),
  hand_over_words: phrases,
  never_say: phrases,
  never_say_act: z.enum(['handoff', 'refuse']),
  /** Monday to Sunday in the workspace's time zone; null: always open */
  hours: z.array(day.nullable()).length(7).nullable(),
  outside_hours: z.enum(['answer', 'wait']),
  /** groups of synonyms */
  synonyms: z.array(z.array(phrase).min(2).max(8)).max(200),
  /** #rrggbb, dark enough for white text */
  widget_colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .refine(colour => whiteContrast(colour) >= minContrast)
    .nullable(),
  widget_side: z.enum(['right', 'left']),
  widget_on_phones: z.boolean(),
  widget_starters: z.array(z.string().trim().min(1).max(maxStarterLength)).max(maxStarters).nullable(),
  /** on websites */
  shows_sources: z.boolean(),
})
export type BotSettings = z.output<typeof botSettings>

export const settingsChange = botSettings.partial()
export type SettingsChange = z.output<typeof settingsChange>

/** 409 without `confirm` where test questions get worse answers. */
export const settingsBody = settingsChange.extend({ confirm })

export const defaultSettings: BotSettings = {
  name: 'Sen',
  avatar: null,
  tone: 'warm',
  language_policy: 'customer',
  greeting: null,
  greeting_en: null,
  fallback: null,
  fallback_en: null,
  introduces: true,
  reply_delay_ms: null,
  patience_seconds: 120,
  threshold: null,
  hand_over_pauses: true,
  hand_over_unsure: true,
  hand_over_words: [],
  never_say: [],
  never_say_act: 'handoff',
  hours: null,
  outside_hours: 'answer',
  synonyms: [],
  widget_colour: null,
  widget_side: 'right',
  widget_on_phones: true,
  widget_starters: null,
  shows_sources: false,
}
