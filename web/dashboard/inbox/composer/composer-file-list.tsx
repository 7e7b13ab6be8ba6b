import { type InboxToolsTexts, inboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { PetalMeter, petalsForShare } from '#web/kit/petal-meter.tsx'
import { IconButton } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { fill } from '#web/parts/language/texts.ts'
import type { ComposerFiles } from './composer-files.ts'
import type { ComposerFile } from './draft-files.ts'

export function ComposerFileList({ files, problem, again, remove }: ComposerFiles) {
  const texts = useTexts(inboxToolsTexts)
  return (
    <>
      <span className="unseen" role="status">
        {announcement(files, texts)}
      </span>
      {files.length > 0 && (
        <ul className="composer-files" aria-label={texts.fileList}>
          {files.map(file => (
            <li key={file.file} className={`composer-file ${file.state === 'failed' ? 'composer-file-failed' : ''}`}>
              <FileState file={file} />
              <span className="ell">
                {file.state === 'failed' ? fill(texts.fileFailed, { name: file.name }) : file.name}
              </span>
              {file.state === 'failed' && (
                <IconButton
                  icon="rotate-cw"
                  label={fill(texts.fileAgain, { name: file.name })}
                  onClick={() => again(file.file)}
                />
              )}
              <IconButton
                icon="x"
                label={fill(file.state === 'sending' ? texts.fileStop : texts.fileRemove, { name: file.name })}
                onClick={() => remove(file.file)}
              />
            </li>
          ))}
        </ul>
      )}
      {problem && (
        <p className="field-error composer-problem" role="alert">
          <Icon name="circle-alert" size="sm" />
          <span>{problem}</span>
        </p>
      )}
    </>
  )
}

/** For screen readers, once nothing is uploading any more. */
function announcement(files: readonly ComposerFile[], texts: InboxToolsTexts): string {
  if (files.length === 0 || files.some(file => file.state === 'sending')) return ''
  const named = (state: ComposerFile['state']) => files.filter(file => file.state === state).map(file => file.name)
  const [ready, failed] = [named('ready'), named('failed')]
  return [
    ...failed.map(name => fill(texts.fileFailed, { name })),
    ...(ready.length > 0 ? [fill(texts.fileReady, { names: ready.join(', ') })] : []),
  ].join('. ')
}

function FileState({ file }: { file: ComposerFile }) {
  const texts = useTexts(inboxToolsTexts)
  const { language } = useLanguage()
  if (file.state === 'sending') {
    const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(file.share)
    return (
      <span
        className="composer-file-sending num"
        role="progressbar"
        aria-label={fill(texts.fileSending, { name: file.name })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(file.share * 100)}
      >
        <PetalMeter filled={petalsForShare(file.share)} width={26} />
        {percent}
      </span>
    )
  }
  return <Icon name={file.state === 'failed' ? 'circle-alert' : 'file-text'} size="sm" />
}
