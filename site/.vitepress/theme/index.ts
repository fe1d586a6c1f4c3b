import theme from 'vitepress/theme-without-fonts'
import LiveExample from './LiveExample.vue'
import './style.css'

export default {
  extends: theme,
  enhanceApp: ({ app }) => void app.component('LiveExample', LiveExample),
}
