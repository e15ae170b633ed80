// Lets the search work where pages are opened as files. A browser then refuses to fetch the index and
// to start a worker, but loads scripts: the index is one, and the worker runs in a frame.
if (location.protocol === "file:") {
  const base = new URL(".", document.currentScript.src);
  window.__search = {
    index: new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = new URL("search/search_index.js", base);
      script.onload = () => resolve(window.__index);
      script.onerror = reject;
      document.head.append(script);
    }),
  };

  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.onmessage = null;
      this.early = []; // messages before the script has run
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.title = "search";
      document.documentElement.append(this.frame);
      const inner = this.frame.contentWindow;
      inner.postMessage = (data) => {
        const event = new MessageEvent("message", { data });
        this.dispatchEvent(event);
        if (this.onmessage) this.onmessage(event);
      };
      inner.importScripts = () => {};
      const script = inner.document.createElement("script");
      script.src = url;
      script.onload = () => {
        const early = this.early;
        this.early = null;
        early.forEach((data) => this.postMessage(data));
      };
      inner.document.head.append(script);
    }

    postMessage(data) {
      if (this.early) {
        this.early.push(data);
        return;
      }
      const inner = this.frame.contentWindow;
      inner.dispatchEvent(new inner.MessageEvent("message", { data }));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
