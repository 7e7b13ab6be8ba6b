import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Custom properties that the kit's sheets read. */
    [variable: `--${string}`]: string | number | undefined
  }
}
