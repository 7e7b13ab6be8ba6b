import type { Language } from '../../words.ts'
import { workspaceExportEn } from './workspace-export.en.ts'
import { workspaceExportVi } from './workspace-export.vi.ts'

export function workspaceExportTexts(language: Language): Record<keyof typeof workspaceExportVi, string> {
  return language === 'en' ? workspaceExportEn : workspaceExportVi
}
