import type { helpVi } from './help.vi.ts'

export const helpEn: Record<keyof typeof helpVi, string> = {
  help: 'Help',
  guide: 'User guide',
  ask: 'Ask our bot',
  contact: 'Write to support',
}
