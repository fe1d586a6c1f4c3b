import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { Rolldown } from 'vite'
import { respondWithError, respondWithHtml, respondWithText } from './respondWithIndex'
import type { PageServer } from './page'

const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url))

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

/** The texts of the files by their paths. */
type Files = ReadonlyMap<string, string>

/**
 * A page that is bundled once, at its first request, and kept in memory, with what development checks and shows. A browser loads
 * three files of it, and not three hundred.
 */
export function createBuilt(): PageServer {
  let files: Promise<Files> | undefined
  return {
    handler(request, response) {
      files ??= buildFiles()
      files.then(
        (built) => respondWithFile(built, request, response),
        (error: unknown) => respondWithError(response, error),
      )
    },
    close: async () => {},
  }
}

function respondWithFile(files: Files, request: IncomingMessage, response: ServerResponse): void {
  const path = request.url?.split('?')[0] ?? '/'
  const text = files.get(path === '/' ? '/index.html' : path)
  const type = TYPES[path.slice(path.lastIndexOf('.') + 1)]
  if (text === undefined) return respondWithText(response, 404, 'Not found.')
  if (type === undefined) return respondWithHtml(request, response, text)
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' })
  response.end(text)
}

async function buildFiles(): Promise<Files> {
  const built = await build({
    configFile,
    mode: 'development',
    define: {
      'import.meta.env.DEV': 'true',
      'process.env.NODE_ENV': JSON.stringify('development'),
    },
    build: { write: false, minify: false, modulePreload: { polyfill: false } },
  })
  const { output } = built as Rolldown.RolldownOutput
  return new Map(output.map((file) => [`/${file.fileName}`, textOf(file)]))
}

function textOf(file: Rolldown.OutputChunk | Rolldown.OutputAsset): string {
  if (file.type === 'chunk') return file.code
  return typeof file.source === 'string' ? file.source : Buffer.from(file.source).toString()
}
