import css from './kyc-form.module.css'

const ALL = 1

/** How much has left this device; after that the server looks at the files. */
export function UploadProgress({ part }: { part: number }) {
  const percent = Math.floor(part * 100)
  return (
    <div className={css.progress}>
      <p className={css.progressText}>
        <span>{part >= ALL ? 'Checking the documents...' : 'Sending the documents...'}</span>
        <span className={css.percent}>{percent} %</span>
      </p>
      <progress className={css.bar} aria-label="Upload progress" max={100} value={percent} />
    </div>
  )
}
