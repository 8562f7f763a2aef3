require("./lib/bootstrap"),module.exports=require("./lib/coreBundle").inprocess.playwright;
