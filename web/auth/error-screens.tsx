import { Link, useLocation, useRouteError } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { errorLine, type ErrorVariant, errorVariantOf } from '#shared/rules/website/error-variant.ts'
import { authTexts, type AuthTexts } from '#shared/texts/account/auth-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { ErrorState } from '#web/kit/feedback/error-state.tsx'
import { MessagePage } from '#web/parts/page/message-page.tsx'

/** Only within the open application; loaded directly, the address is `web/site/error.page.tsx`. */
export function ErrorPage() {
  const { search } = useLocation()
  const query = new URLSearchParams(search)
  const code = query.get('code') ?? ''
  const description = query.get('description') ?? ''
  const again = query.get('kind') === 'recovery' ? `${addresses.auth}?mode=forgot` : addresses.magicLink
  const line = errorLine(code, description)
  const variant = errorVariantOf(code)
  return <Explained variant={variant} code={variant === 'halfWay' ? undefined : line} again={again} />
}

export function NotFoundPage() {
  return <Explained variant="notFound" />
}

export function BrokenPage() {
  const error = useRouteError()
  return <Explained variant="general" code={error instanceof Error ? error.message : undefined} />
}

/** The frame stays, so the other sections remain reachable. */
export function BrokenSection() {
  const error = useRouteError()
  const texts = useTexts(authTexts)
  return (
    <div className="section-body">
      <ErrorState
        title={texts.generalTitle}
        text={texts.generalText}
        code={error instanceof Error ? error.message : undefined}
        onRetry={() => location.reload()}
      />
    </div>
  )
}

function Explained({
  variant,
  code,
  again = addresses.magicLink,
}: {
  variant: ErrorVariant
  code?: string | undefined
  again?: string
}) {
  const texts = useTexts(authTexts)
  return (
    <MessagePage
      title={texts[`${variant}Title`]}
      text={texts[`${variant}Text`]}
      code={code}
      actions={<Actions variant={variant} texts={texts} again={again} />}
    />
  )
}

function Actions({ variant, texts, again }: { variant: ErrorVariant; texts: AuthTexts; again: string }) {
  if (variant === 'closed' || variant === 'invalid') {
    return (
      <>
        <Link className={buttonClass('filled', 'lg')} to={again}>
          {texts.sendLink}
        </Link>
        <Link className={buttonClass('quiet', 'lg')} to={addresses.auth}>
          {texts.backToSignIn}
        </Link>
      </>
    )
  }
  if (variant === 'general') {
    return (
      <>
        <Button look="filled" size="lg" icon="rotate-cw" onClick={() => location.reload()}>
          {texts.tryAgain}
        </Button>
        <Link className={buttonClass('quiet', 'lg')} to={addresses.home} reloadDocument>
          {texts.home}
        </Link>
      </>
    )
  }
  const inside = variant === 'denied' || variant === 'halfWay'
  return (
    <Link
      className={buttonClass('filled', 'lg')}
      to={inside ? addresses.dashboard : addresses.home}
      reloadDocument={!inside}
    >
      {inside ? texts.toDashboard : texts.home}
    </Link>
  )
}
