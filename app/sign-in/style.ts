/** The style of all pages here, which matches the service's. A page allows it by its hash. */
export const style = `
:root{color-scheme:light dark;--surface:#fff;--ground:#f6f6f7;--line:#dedee3;--strong:#8b8c95;--text:#17181c;--quiet:#5a5c66;--accent:#2b50e0}
@media (prefers-color-scheme:dark){:root{--surface:#1b1c1f;--ground:#232428;--line:#2e3035;--strong:#787a85;--text:#eeeff2;--quiet:#a2a5b0;--accent:#8aa2ff}}
*{box-sizing:border-box;margin:0;padding:0}
body{background:var(--ground);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
.brand{padding-top:10vh;text-align:center;font-weight:600}
main{display:grid;gap:16px;max-width:480px;margin:24px auto 64px;padding:32px;border:1px solid var(--line);border-radius:8px;background:var(--surface)}
main>*{min-width:0}
h1{font-size:20px;line-height:1.3}
a{color:var(--accent)}
.way a{display:inline-flex;align-items:center;min-height:44px}
ul{display:grid;gap:8px;list-style:none}
label,small{color:var(--quiet);font-size:13px}
.search{display:grid;gap:4px}
.search span{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:8px}
input,button{min-height:44px;border:1px solid var(--strong);border-radius:8px;background:var(--surface);color:var(--text);font:inherit}
input{width:100%;padding:0 12px}
button{padding:0 16px;cursor:pointer}
button:hover{background:var(--ground)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.repositories button{display:grid;gap:2px;width:100%;padding:10px 16px;text-align:start;font-weight:600}
.repositories small{font-weight:400}
@media (max-width:480px){.brand{padding-top:24px}main{margin:24px 0 0;padding:24px 16px;border-width:1px 0;border-radius:0}}
`;
