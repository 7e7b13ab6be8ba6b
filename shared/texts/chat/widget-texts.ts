import { widgetEn } from './widget.en.ts'
import { widgetVi, type WidgetTexts } from './widget.vi.ts'

export type WidgetLanguage = 'vi' | 'en'

export function widgetTexts(language: WidgetLanguage): WidgetTexts {
  return language === 'en' ? widgetEn : widgetVi
}

/** An unknown place stays visible. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}
