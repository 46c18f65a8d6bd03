export { openBrowser, type Browser, type Page } from './open-browser.js';
export { findViolations } from './find-violations.js';
