-- OSRM's car profile with the speeds and the measure of `waybench network build`, for comparing costs.
--
-- On a clean network (see networks.py) the speed of a road follows from its class and its maxspeed alone. The class
-- speeds are the same already; a known limit counts 0.9 on the main roads and 0.8 elsewhere; routes are the fastest
-- ones. Turns cost what OSRM says that they cost: its angles and its junctions are not ours.
-- Run with LUA_PATH naming the folder of OSRM's own profiles.

local car = require('car')
local setup, process_way = car.setup, car.process_way

local main_roads = { motorway = true, trunk = true, primary = true, secondary = true, tertiary = true }

car.setup = function()
  local profile = setup()
  profile.properties.weight_name = 'duration'
  return profile
end

car.process_way = function(profile, way, result, relations)
  profile.speed_reduction = main_roads[way:get_value_by_key('highway')] and 0.9 or 0.8
  process_way(profile, way, result, relations)
end

return car
