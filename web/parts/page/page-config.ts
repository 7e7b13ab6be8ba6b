export type OtherWay = { provider: string; title: string }

/** Put into the page's head by `server/pages.ts`. */
export type PageConfig = {
  /** This installation's public address, at the start of every snippet pasted into shops' pages. */
  publicUrl: string
  brand: string
  supportEmail: string
  /** The widget of our own bot; '' if none. */
  chat: string
  /** `pow` is a little proof of work by the browser. */
  humanCheck: 'pow' | 'turnstile' | 'off'
  /** Platforms with a configured app. */
  connectable: ('facebook' | 'zalo')[]
  /** In the order of the buttons. */
  otherWays: OtherWay[]
  /** False at an address where browsers allow none. */
  passkeys: boolean
  codeLength: number
  passwordMinLength: number
  mailGapSeconds: number
  humanAgent: boolean
}

const standard: PageConfig = {
  publicUrl: location.origin,
  brand: 'Sen',
  supportEmail: '',
  chat: '',
  humanCheck: 'off',
  connectable: [],
  otherWays: [],
  passkeys: false,
  codeLength: 6,
  passwordMinLength: 8,
  mailGapSeconds: 60,
  humanAgent: false,
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
