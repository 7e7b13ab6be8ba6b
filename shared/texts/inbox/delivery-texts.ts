import type { Language } from '../../words.ts'
import { deliveryEn } from './delivery.en.ts'
import { deliveryVi } from './delivery.vi.ts'

export type DeliveryTexts = Record<keyof typeof deliveryVi, string>

export function deliveryTexts(language: Language): DeliveryTexts {
  return language === 'en' ? deliveryEn : deliveryVi
}
