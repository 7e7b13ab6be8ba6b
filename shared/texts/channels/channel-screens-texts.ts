import type { Language } from '../../words.ts'
import { channelScreensEn } from './channel-screens.en.ts'
import { channelScreensVi } from './channel-screens.vi.ts'

export type ChannelScreensTexts = Record<keyof typeof channelScreensVi, string>

export function channelScreensTexts(language: Language): ChannelScreensTexts {
  return language === 'en' ? channelScreensEn : channelScreensVi
}
