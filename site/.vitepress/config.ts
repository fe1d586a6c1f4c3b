import { fileURLToPath } from 'node:url'
import { createFront } from '../front'
import { readManifest, versionMenu } from '../manifest'
import { slugify, addRepositoryLinks } from '../markdown'
import { pathOf, readPages } from '../pages'
import { createSidebar } from '../sidebar'
import versions from '../versions.json'

const pages = readPages()
const { name, version, description, repository } = readManifest()
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" rx="2" fill="#3451b2"/><path d="M2 2h4v1H2zM2 3.5h4v1H2zM2 5h4v1H2z" fill="#fff"/></svg>'

/** Pages are outside of the folder that has Vue. */
const vueForPages = {
  name: 'vue-for-pages',
  enforce: 'pre',
  resolveId(id, importer, options) {
    if (!/^vue(\/|$)/.test(id)) return undefined
    if (options.ssr) return { id, external: true }
    if (!importer?.endsWith('.md')) return undefined
    return this.resolve(id, fileURLToPath(import.meta.url), options)
  },
}

export default {
  title: name,
  description,
  lang: 'en',
  srcDir: '..',
  outDir: 'dist',
  cacheDir: '../node_modules/.cache/vitepress',
  // All but what `readPages` lists, and the front page of the site.
  srcExclude: [
    '!(docs|bench|site)/**/*',
    'bench/*/**',
    'bench/!(RESULTS).md',
    'site/*/**',
    'site/!(index).md',
  ],
  rewrites: pathOf,
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  markdown: {
    anchor: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => addRepositoryLinks(md, pages, repository),
  },
  transformPageData({ filePath, frontmatter }) {
    const page = pages.find(({ source }) => source === filePath)
    return page ? { title: page.title } : { frontmatter: { ...frontmatter, ...createFront(pages) } }
  },
  themeConfig: {
    nav: [
      { text: 'Introduction', link: '/introduction' },
      { text: 'Tasks', link: '/recipes/', activeMatch: '^/recipes/' },
      { text: 'Reference', link: '/api/', activeMatch: '^/api/' },
      versionMenu(version, versions),
    ],
    sidebar: createSidebar(pages),
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          searchOptions: {
            // Runs in the page. Who searches wants to do something, more often than to read how it was made.
            boostDocument: (id) =>
              id.includes('/recipes/') ? 3 : id.includes('/project/') ? 0.3 : 1,
          },
        },
      },
    },
  },
  vite: {
    configFile: false,
    resolve: {
      alias: [
        // The theme's own has no `<main>`, as its other pages do.
        {
          find: /^.*\/VPHome\.vue$/,
          replacement: fileURLToPath(new URL('theme/Home.vue', import.meta.url)),
        },
      ],
    },
    esbuild: { jsx: 'automatic' },
    plugins: [vueForPages],
    build: {
      chunkSizeWarningLimit: 1_000,
      rollupOptions: {
        // Directives such as 'use client' are for servers that render React.
        onwarn: (it, warn) => it.code !== 'MODULE_LEVEL_DIRECTIVE' && warn(it),
      },
    },
  },
}
