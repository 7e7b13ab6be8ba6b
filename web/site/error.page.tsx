import type { ReactNode } from 'react'
import { addresses } from '#shared/addresses.ts'
import type { ErrorVariant } from '#shared/rules/website/error-variant.ts'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { Icon } from '#web/kit/icons/icon.tsx'
import { ErrorIllustration } from '#web/parts/illustrations/error-illustration.tsx'
import { DocumentLink } from './frame/document-link.tsx'
import type { DocumentProps } from './document-page.ts'

/** `/error?code=&description=`: the server picks the variant by code, and fills in what may be shown. */
export function ErrorDocument(props: DocumentProps) {
  const variant = props.variant as ErrorVariant
  const texts = authTexts(props.language)
  return (
    <ErrorText title={texts[`${variant}Title`]} text={texts[`${variant}Text`]} code={variant !== 'halfWay'}>
      <Ways {...props} variant={variant} />
    </ErrorText>
  )
}

export function NotFoundDocument(props: DocumentProps) {
  const texts = authTexts(props.language)
  return (
    <ErrorText title={texts.notFoundTitle} text={texts.notFoundText} code={false}>
      <HomeWay {...props} className="btn btn-filled btn-lg" />
    </ErrorText>
  )
}

function ErrorText({
  title,
  text,
  code,
  children,
}: {
  title: string
  text: string
  code: boolean
  children: ReactNode
}) {
  return (
    <div className="message">
      <ErrorIllustration />
      <h1>{title}</h1>
      <p>{text}</p>
      <div className="actions">{children}</div>
      {code && (
        <>
          {'{{#error_line}}'}
          <p className="code">{'{{error_line}}'}</p>
          {'{{/error_line}}'}
        </>
      )}
    </div>
  )
}

function Ways(props: DocumentProps & { variant: ErrorVariant }) {
  const texts = authTexts(props.language)
  switch (props.variant) {
    case 'closed':
    case 'invalid':
      return (
        <>
          <a className="btn btn-filled btn-lg" href="{{error_again}}">
            {texts.sendLink}
          </a>
          <a className="btn btn-quiet btn-lg" href={addresses.auth}>
            {texts.backToSignIn}
          </a>
        </>
      )
    case 'general':
      return (
        <>
          <a className="btn btn-filled btn-lg" href={addresses.dashboard} data-island="retry">
            <Icon name="rotate-cw" />
            {props.t.errorRetry}
          </a>
          <HomeWay {...props} className="btn btn-quiet btn-lg" />
          <DocumentLink language={props.language} to={addresses.contact} className="btn btn-quiet btn-lg">
            {props.t.contact}
          </DocumentLink>
        </>
      )
    case 'denied':
    case 'halfWay':
      return (
        <>
          <a className="btn btn-filled btn-lg" href={addresses.dashboard}>
            {texts.toDashboard}
          </a>
          <HomeWay {...props} className="btn btn-quiet btn-lg" />
        </>
      )
    case 'notFound':
      return <HomeWay {...props} className="btn btn-filled btn-lg" />
  }
}

function HomeWay({ language, className }: DocumentProps & { className: string }) {
  return (
    <DocumentLink language={language} to={addresses.home} className={className}>
      {authTexts(language).home}
    </DocumentLink>
  )
}
