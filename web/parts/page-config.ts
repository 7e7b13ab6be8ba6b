/** What the server tells this page in its head; see `server/pages.ts`. */
export type PageConfig = {
  /** Where everybody reaches this installation; what is pasted into shops' pages begins with it. */
  publicUrl: string
  brand: string
  supportEmail: string
  passwordMinLength: number
  mailGapSeconds: number
}

const standard: PageConfig = {
  publicUrl: location.origin,
  brand: 'Sen',
  supportEmail: '',
  passwordMinLength: 8,
  mailGapSeconds: 60,
}

let read: PageConfig | undefined

export function pageConfig(): PageConfig {
  read ??= { ...standard, ...parse(document.querySelector<HTMLMetaElement>('meta[name="sen-config"]')?.content) }
  return read
}

function parse(content: string | undefined): Partial<PageConfig> {
  try {
    return JSON.parse(content ?? '') as Partial<PageConfig>
  } catch {
    return {}
  }
}
