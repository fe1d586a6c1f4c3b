import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** How to start a browser. */
export interface Executable {
  readonly executablePath: string
  readonly env: Record<string, string>
}

const home = fileURLToPath(new URL('../../node_modules/.cache/chromium', import.meta.url))

/** Unpacks the Chromium of the npm package once, with the libraries and the font that a bare system lacks. */
export async function unpackChromium(): Promise<Executable> {
  if (!existsSync(home)) await unpackInto(home)
  return { executablePath: join(home, 'chromium'), env: environment() }
}

/** Unpacks beside and renames, so that a run that is stopped, or two at once, never leave half a browser. */
async function unpackInto(folder: string): Promise<void> {
  const temporary = `${folder}-${process.pid}`
  await mkdir(temporary, { recursive: true })
  await withEnvironment({ TMPDIR: temporary, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' }, async () => {
    // Reads the environment when it is imported: where to unpack, and that it shall unpack the libraries too.
    const { default: packed } = await import('@sparticuz/chromium')
    await packed.executablePath()
  })
  await writeFile(join(temporary, 'fonts.conf'), fontsConf)
  await rename(temporary, folder).catch(async (error: unknown) => {
    await rm(temporary, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  })
}

async function withEnvironment(
  variables: Readonly<Record<string, string>>,
  run: () => Promise<void>,
): Promise<void> {
  const before = { ...process.env }
  Object.assign(process.env, variables)
  try {
    await run()
  } finally {
    for (const name of Object.keys(process.env)) {
      if (!(name in before)) delete process.env[name]
    }
    Object.assign(process.env, before)
  }
}

/** Ours, because the one in the package looks for fonts in `/tmp/fonts`, and without any font text is invisible. */
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${home}/fonts</dir>
  <cachedir>${home}/fonts-cache</cachedir>
</fontconfig>
`

function environment(): Record<string, string> {
  const libraries = [join(home, 'al2023/lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean)
  return {
    ...definedOnly(process.env),
    LD_LIBRARY_PATH: libraries.join(':'),
    FONTCONFIG_FILE: join(home, 'fonts.conf'),
  }
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(env).flatMap(([name, value]) => {
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries)
}
