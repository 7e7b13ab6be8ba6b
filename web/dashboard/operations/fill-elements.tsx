import { Fragment, type ReactNode } from 'react'

export function fillElements(text: string, places: Record<string, ReactNode>): ReactNode {
  return text
    .split(/\{(\w+)\}/)
    .map((part, at) => <Fragment key={`${at} ${part}`}>{at % 2 === 0 ? part : places[part]}</Fragment>)
}
