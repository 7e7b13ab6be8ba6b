import type { TagColour } from '../../rules/tag-colours.ts'
import type { Language } from '../../words.ts'

export const sampleTags: Record<Language, { name: string; colour: TagColour }[]> = {
  vi: [
    { name: 'Khách mới', colour: 'leaf' },
    { name: 'Tư vấn', colour: 'water' },
    { name: 'Báo giá', colour: 'stamen' },
    { name: 'Hỗ trợ', colour: 'petal' },
    { name: 'Kỹ thuật', colour: 'violet' },
  ],
  en: [
    { name: 'New customer', colour: 'leaf' },
    { name: 'Consultation', colour: 'water' },
    { name: 'Quote', colour: 'stamen' },
    { name: 'Support', colour: 'petal' },
    { name: 'Technical', colour: 'violet' },
  ],
}
